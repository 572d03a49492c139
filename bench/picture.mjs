const WIDTH = 760;
/** Where the names of calls end, and the axis begins and ends. */
const [NAMES, LEFT, RIGHT] = [230, 244, 700];
const [TOP, ROW, BAR] = [62, 38, 12];
const TICKS = [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const SIZES = { '10k': '10,000 events', '1M': 'a million events' };
const TITLE = 'Answers per second, as a multiple of a bare server on the same tables (logarithmic)';

/**
 * Bars of the service's rate against that of the bare server, for each call and size, with the goal of
 * each call; SVG. The axis is logarithmic: the same factor is the same length everywhere.
 */
export function drawPicture(calls, results) {
  const sizes = Object.keys(results);
  const ratioOf = (size, name) => {
    const { service, bare } = results[size].calls[name];
    return service.rate / bare.rate;
  };
  const ratios = sizes.flatMap((size) => calls.map(({ name }) => ratioOf(size, name)));
  const least = TICKS.findLast((tick) => tick <= Math.min(0.5, ...ratios)) ?? TICKS[0];
  const most = TICKS.find((tick) => tick >= Math.max(2, ...ratios)) ?? TICKS.at(-1);
  const x = (ratio) => LEFT + (Math.log(ratio / least) / Math.log(most / least)) * (RIGHT - LEFT);
  const bottom = TOP + calls.length * ROW;
  const grid = TICKS.filter((tick) => tick >= least && tick <= most).map(
    (tick) =>
      line(x(tick), TOP - 6, bottom, tick === 1 ? 'bare' : 'grid') +
      text(x(tick), bottom + 18, `${tick}×`, 'middle small'),
  );
  const rows = calls.flatMap(({ name, goal: [goal] }, row) => {
    const y = TOP + row * ROW;
    return [
      text(NAMES, y + 17, name, 'end'),
      ...sizes.map((size, place) => bar(x, ratioOf(size, name), y + 2 + place * (BAR + 2), place)),
      line(x(goal), y, y + 4 + sizes.length * (BAR + 2), 'goal'),
    ];
  });
  const legend = sizes.map((size, place) => {
    const left = LEFT + place * 150;
    return square(left, 34, 12, `size${place}`) + text(left + 18, 44, SIZES[size], '');
  });
  const goal = LEFT + sizes.length * 150;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 30}" role="img" aria-label="${TITLE}">
<style>${STYLE}</style>
<rect width="100%" height="100%" class="paper"/>
${text(14, 20, TITLE, 'title')}
${legend.join('\n')}
${line(goal + 6, 32, 48, 'goal')}${text(goal + 18, 44, 'goal', '')}
${grid.join('\n')}
${rows.join('\n')}
</svg>
`;
}

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #374151 } .title { font-weight: 600 } .small { font-size: 11px }
.end { text-anchor: end } .middle { text-anchor: middle }
.paper { fill: #ffffff } .size0 { fill: #2563eb } .size1 { fill: #d97706 }
.grid { stroke: #e5e7eb } .bare { stroke: #6b7280; stroke-width: 1.5 } .goal { stroke: #047857; stroke-width: 2.5 }
@media (prefers-color-scheme: dark) {
text { fill: #d1d5db } .paper { fill: #0d1117 } .size0 { fill: #60a5fa } .size1 { fill: #f59e0b }
.grid { stroke: #30363d } .bare { stroke: #9ca3af } .goal { stroke: #34d399 } }
`;

/** From the bare server's 1 to the ratio, which may be on either side. */
function bar(x, ratio, top, place) {
  const [from, to] = [x(1), x(ratio)].sort((one, other) => one - other);
  const figure = text(to + 5, top + 10, `${ratio.toFixed(2)}×`, 'small');
  return `<rect x="${at(from)}" y="${top}" width="${at(to - from)}" height="${BAR}" class="size${place}"/>${figure}`;
}

const square = (x, y, side, kind) =>
  `<rect x="${at(x)}" y="${y}" width="${side}" height="${side}" class="${kind}"/>`;
const text = (x, y, words, kind) => `<text x="${at(x)}" y="${y}" class="${kind}">${words}</text>`;
const line = (x, from, to, kind) =>
  `<line x1="${at(x)}" y1="${from}" x2="${at(x)}" y2="${to}" class="${kind}"/>`;
const at = (place) => place.toFixed(1);
