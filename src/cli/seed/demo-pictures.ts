import { Controller, Get, Header, Module, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Settings } from '../../platform/config';
import { slugify } from '../../platform/slugs';
import { Random } from './random';

const FOLDER = 'demo';
const SIZE = { width: 800, height: 600 };

/** Returns the picture of a category; undefined if the port of the service is not known yet. */
export function pictureOf(
  category: string,
  { publicUrl, host, port, apiNamespace }: Settings,
): ({ url: string } & typeof SIZE) | undefined {
  if (publicUrl === undefined && port === 0) return undefined;
  const base = publicUrl ?? `http://${host}:${port}`;
  return { url: `${base}/${apiNamespace}/${FOLDER}/${slugify(category, 'events')}.svg`, ...SIZE };
}

/** Draws circles and a horizon in colors that depend on a name. */
function draw(name: string): string {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000, 7);
  const random = new Random(seed);
  const { width, height } = SIZE;
  const hue = random.between(0, 359);
  const color = (shift: number, lightness: number): string =>
    `hsl(${(hue + shift) % 360} 45% ${lightness}%)`;
  const circles = Array.from({ length: 7 }, (_, index) => {
    const [x, y, radius] = [
      random.between(0, width),
      random.between(0, height),
      random.between(40, 180),
    ];
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color(index * 12, 45 + index * 5)}" opacity=".55"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${color(0, 82)}"/>${circles.join('')}<path d="M0 ${height - 150}Q${width / 3} ${height - 260} ${width / 2} ${height - 140}T${width} ${height - 190}V${height}H0z" fill="${color(180, 28)}"/></svg>`;
}

/** Serves the pictures of the demo's events. */
@ApiExcludeController()
@Controller(FOLDER)
class DemoPicturesController {
  @Get(':name.svg')
  @Header('Content-Type', 'image/svg+xml')
  read(@Param('name') name: string): string {
    return draw(name);
  }
}

@Module({ controllers: [DemoPicturesController] })
export class DemoPicturesModule {}
