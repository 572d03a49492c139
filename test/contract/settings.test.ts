import { CurrencySettings } from '../../src/calendar/events/cost/currency-settings';
import { ImageSettings } from '../../src/calendar/images';
import { readSettings } from '../../src/settings';

describe('readSettings of the calendar', () => {
  it('requires no variable', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      databaseUrl: 'sqlite:./data/calendar.sqlite',
      apiNamespace: 'cal/events/v1',
    });
    expect(settings.of(CurrencySettings).currency).toEqual({ symbol: '', code: '', position: '' });
    expect(settings.of(ImageSettings).IMAGE_RESIZE_URL).toBeUndefined();
    expect(settings.of(ImageSettings).sizes).toEqual({
      thumbnail: { width: 150, height: 150 },
      medium: { width: 300, height: 300 },
      large: { width: 1024, height: 1024 },
    });
  });

  it('treats an empty variable as unset', () => {
    const { currency } = readSettings({ CURRENCY_POSITION: '' }).of(CurrencySettings);
    expect(currency.position).toBe('');
  });

  it('reads image sizes', () => {
    const read = readSettings({ IMAGE_SIZES: 'thumbnail=90x60, post-wide=1200x400' });
    expect(read.of(ImageSettings).sizes).toEqual({
      thumbnail: { width: 90, height: 60 },
      'post-wide': { width: 1200, height: 400 },
    });
  });

  it('reads the URL of an image proxy', () => {
    const IMAGE_RESIZE_URL = 'https://proxy.example/?w={width}&url={url}';
    expect(readSettings({ IMAGE_RESIZE_URL }).of(ImageSettings)).toMatchObject({
      IMAGE_RESIZE_URL,
    });
  });

  it.each([
    ['EVENT_URL', 'https://example.org/', /^EVENT_URL must be .* contains \{slug\} or \{id\}$/],
    ['IMAGE_URL', 'https://example.org/{slug}', /^IMAGE_URL must be .* contains \{id\}$/],
    ['IMAGE_RESIZE_URL', 'https://proxy.example/{width}', /^IMAGE_RESIZE_URL must be .* \{url\}/],
    ['IMAGE_RESIZE_URL', 'https://proxy.example/{url}', /^IMAGE_RESIZE_URL .* \{width\} or/],
    ['IMAGE_SIZES', 'thumbnail', /^IMAGE_SIZES must be names with their width and height/],
    ['IMAGE_SIZES', 'thumbnail=0x150', /^IMAGE_SIZES must be names/],
    ['IMAGE_SIZES', 'full=10x10', /^IMAGE_SIZES must be names .* not full$/],
  ])('refuses %s=%s', (name, value, sentence) => {
    expect(() => readSettings({ [name]: value })).toThrow(sentence);
  });
});
