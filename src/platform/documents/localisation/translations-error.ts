import { SettingsError } from '../../foundation/config';

/** A mistake in the translations that prevents the start; the message names the place. */
export class TranslationsError extends SettingsError {}
