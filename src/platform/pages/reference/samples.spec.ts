import { type SampleRequest, SAMPLES } from '../browser/samples.mjs';

const REQUEST: SampleRequest = {
  method: 'POST',
  url: 'https://calendar.example/events',
  headers: { 'Content-Type': 'application/json' },
  body: {
    title: "Jazz in 'the' park: {true}",
    all_day: true,
    tags: ['\\n'],
    venue: null,
    cost: {},
  },
};

describe('Samples', () => {
  it('quote bodies for the shell', () => {
    expect(SAMPLES.curl(REQUEST)).toContain(String.raw`"Jazz in '\''the'\'' park: {true}"`);
  });

  it('write bodies as literals of their language', () => {
    expect(SAMPLES.JavaScript(REQUEST)).toContain(String.raw`{
    "title": "Jazz in 'the' park: {true}",
    "all_day": true,
    "tags": [
      "\\n"
    ],
    "venue": null,
    "cost": {}
  }`);
    expect(SAMPLES.Python(REQUEST))
      .toContain(String.raw`        "title": "Jazz in 'the' park: {true}",
        "all_day": True,
        "tags": [
            "\\n"
        ],
        "venue": None,`);
    expect(SAMPLES.PHP(REQUEST)).toContain(String.raw`[
        "title" => "Jazz in 'the' park: {true}",
        "all_day" => true,
        "tags" => [
            "\\n"
        ],
        "venue" => null,
        "cost" => new stdClass()
    ]`);
  });

  it('have no variables in texts of PHP', () => {
    const request = { ...REQUEST, body: { cost: '$5' } };
    expect(SAMPLES.PHP(request)).toContain(String.raw`"cost" => "\$5"`);
  });

  it('send texts as they are', () => {
    const headers = { 'Content-Type': 'text/csv', Prefer: 'handling=strict' };
    const request = { ...REQUEST, headers, body: "Name,Cost\nIt's jazz,$5\n" };
    expect(SAMPLES.curl(request)).toContain(`-d 'Name,Cost\nIt'\\''s jazz,$5\n'`);
    expect(SAMPLES.JavaScript(request)).toContain(String.raw`body: "Name,Cost\nIt's jazz,$5\n",`);
    expect(SAMPLES.Python(request)).toContain(`headers={
        "Content-Type": "text/csv",
        "Prefer": "handling=strict"
    },
    data="Name,Cost\\nIt's jazz,$5\\n".encode(),`);
    expect(SAMPLES.PHP(request)).toContain(
      String.raw`CURLOPT_POSTFIELDS => "Name,Cost\nIt's jazz,\$5\n",`,
    );
  });

  it('are as short as possible without options', () => {
    const request = { ...REQUEST, method: 'GET', headers: {}, body: undefined };
    expect(SAMPLES.curl(request)).toBe("curl 'https://calendar.example/events'");
    expect(SAMPLES.JavaScript(request)).toBe(
      'const response = await fetch("https://calendar.example/events");\n' +
        'console.log(response.status, await response.text());',
    );
  });
});
