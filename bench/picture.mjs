const WIDTH = 720;
const LABEL = 230;
const ROW = 34;
const BAR = 11;
const TOP = 46;
const COLOURS = { '10k': '#2563eb', '1M': '#d97706' };

/** Bars of the service's rate against that of the bare server, for each call and size; SVG. */
export function drawPicture(calls, results) {
  const sizes = Object.keys(results);
  const ratioOf = (size, name) => {
    const { service, bare } = results[size].calls[name];
    return service.rate / bare.rate;
  };
  const most = Math.max(
    1,
    ...sizes.flatMap((size) => calls.map(({ name }) => ratioOf(size, name))),
  );
  const scale = (WIDTH - LABEL - 70) / most;
  const height = TOP + calls.length * ROW + 16;
  const bare = LABEL + scale;
  const rows = calls.flatMap(({ name }, row) => {
    const y = TOP + row * ROW;
    return [
      `<text x="${LABEL - 12}" y="${y + 15}" text-anchor="end">${name}</text>`,
      ...sizes.map((size, place) => {
        const ratio = ratioOf(size, name);
        const top = y + 2 + place * (BAR + 2);
        return (
          `<rect x="${LABEL}" y="${top}" width="${(ratio * scale).toFixed(1)}" height="${BAR}" fill="${COLOURS[size]}"/>` +
          `<text x="${(LABEL + ratio * scale + 6).toFixed(1)}" y="${top + 10}" class="figure">${ratio.toFixed(2)}×</text>`
        );
      }),
    ];
  });
  const legend = sizes.map(
    (size, place) =>
      `<rect x="${LABEL + place * 130}" y="14" width="12" height="12" fill="${COLOURS[size]}"/>` +
      `<text x="${LABEL + 18 + place * 130}" y="24">${size} events</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Requests per second of the service against a bare server on the same tables">
<style>text { font: 13px system-ui, sans-serif; fill: #374151 } .figure { font-size: 11px }</style>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${legend.join('\n')}
<text x="${bare.toFixed(1)}" y="24" text-anchor="middle" class="figure">bare = 1</text>
<line x1="${bare.toFixed(1)}" y1="30" x2="${bare.toFixed(1)}" y2="${height - 10}" stroke="#9ca3af" stroke-dasharray="3 3"/>
${rows.join('\n')}
</svg>
`;
}
