import { type SampleRequest, SAMPLES } from './samples';

const REQUEST: SampleRequest = {
  method: 'POST',
  url: 'https://calendar.example/events',
  headers: { 'Content-Type': 'application/json' },
  body: { title: "Jazz in 'the' park", all_day: true, tags: ['\\n'], venue: null, cost: {} },
  isJson: true,
};

describe('Samples', () => {
  it('quote bodies for the shell', () => {
    expect(SAMPLES.curl.write(REQUEST)).toContain(String.raw`"Jazz in '\''the'\'' park"`);
  });

  it('write bodies as literals of their language', () => {
    expect(SAMPLES.javascript.write(REQUEST)).toContain(String.raw`{
    "title": "Jazz in 'the' park",
    "all_day": true,
    "tags": [
      "\\n",
    ],
    "venue": null,
    "cost": {},
  }`);
    expect(SAMPLES.python.write(REQUEST)).toContain(String.raw`        "all_day": True,
        "tags": [
            "\\n",
        ],
        "venue": None,`);
    expect(SAMPLES.php.write(REQUEST)).toContain(
      String.raw`        'title' => 'Jazz in \'the\' park',`,
    );
  });

  it('read answers without options as briefly as possible', () => {
    const request = { ...REQUEST, method: 'GET', headers: {}, body: undefined, isJson: false };
    expect(SAMPLES.curl.write(request)).toBe("curl 'https://calendar.example/events'");
    expect(SAMPLES.javascript.write(request)).toBe(
      'const response = await fetch("https://calendar.example/events");\n' +
        'console.log(response.status, await response.text());',
    );
  });
});
