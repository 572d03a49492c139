import { SettingsError } from '../config';

/** Translations that the service cannot be started with; the message names the place. */
export class TranslationsError extends SettingsError {}
