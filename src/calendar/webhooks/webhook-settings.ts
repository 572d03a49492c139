import { BlockList, isIP } from 'node:net';
import { makeValidator } from 'envalid';
import { described, SettingsOf } from '../../platform/config';

const KEY_BYTES = 32;

const secretKey = makeValidator<Buffer>((input) => {
  const isHex = /^[\da-f]{64}$/i.test(input);
  const isBase64 = /^[\w+/-]{43}=?$/.test(input);
  const key = Buffer.from(input, isHex ? 'hex' : 'base64');
  if ((isHex || isBase64) && key.length === KEY_BYTES) return key;
  throw new Error('must be 32 bytes, as 64 hexadecimal digits or as base64: openssl rand -hex 32');
});

/** Targets that are not on the public internet. */
export interface AllowedTargets {
  networks: BlockList;
  /** In lower case. */
  names: ReadonlySet<string>;
}

const HOST_NAME = /^(?=.{1,253}$)[a-z\d_]([\w-]*[a-z\d_])?(\.[a-z\d_]([\w-]*[a-z\d_])?)*$/;
/** Programs read a name as an IPv4 address if its last label is a number. */
const NUMERIC = /(^|\.)(\d+|0x[\da-f]*)$/;

const allowedTargets = makeValidator<AllowedTargets>((input) => {
  const networks = new BlockList();
  const names = new Set<string>();
  for (const entry of input.split(',').map((part) => part.trim().toLowerCase())) {
    const [address, bits, ...more] = entry.split('/');
    const version = isIP(address);
    const type = version === 6 ? 'ipv6' : 'ipv4';
    const most = version === 6 ? 128 : 32;
    if (version > 0 && bits === undefined) networks.addAddress(address, type);
    else if (version > 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most)
      networks.addSubnet(address, Number(bits), type);
    else if (HOST_NAME.test(entry) && !NUMERIC.test(entry)) names.add(entry);
    else
      throw new Error(
        'must be networks such as 10.0.0.0/8, addresses and host names, with commas between them',
      );
  }
  return { networks, names };
});

export class WebhookSettings extends SettingsOf({
  WEBHOOK_SECRET: described(
    'Key of 32 bytes, hexadecimal or base64, from which the secrets of [webhooks](webhooks.md) are derived; without it, webhooks are disabled',
    secretKey({ default: undefined }),
  ),
  WEBHOOK_ALLOW: described(
    'Networks, addresses and host names that webhooks may reach besides public addresses, separated by commas',
    allowedTargets({ default: undefined }),
  ),
}) {}
