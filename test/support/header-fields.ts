export const HEADER_FIELDS: readonly string[] = [
  ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Authorization', 'Content-Type', 'Cookie'],
  ...['Content-Encoding', 'If-Match', 'If-None-Match', 'If-Modified-Since', 'Idempotency-Key'],
  ...['Access-Control-Request-Headers', 'Forwarded', 'Host', 'Origin', 'Range', 'User-Agent'],
  ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Request-Id', 'Traceparent'],
];
