import { wrongLines } from './environment';

const VARIABLES = ['ACCESS', 'HOST', 'PORT', 'PUBLIC_URL'];

describe('wrongLines', () => {
  it.each([
    '',
    'ACCESS=protected\r\nPORT=80\r\n',
    '# ACCES=protected\n\n  export HOST = 0.0.0.0 # everywhere',
    'PUBLIC_URL="https://calendar.example\nACCES=x\n"\nPORT=80',
    "HOST='a'\nIMPORT_KEY=user:it's\nNODE_ENV=production\nOTEL_SERVICE_NAME=it's",
  ])('accepts %j', (text) => expect(wrongLines(text, VARIABLES)).toEqual([]));

  it.each([
    [
      'ACCES=protected',
      1,
      'ACCES is not a setting of the service or its modules; did you mean ACCESS?',
    ],
    [
      '\naccess=open',
      2,
      'access is not a setting of the service or its modules; did you mean ACCESS?',
    ],
    [
      'HOST="a\nb"\nMYSQL_PASSWORD=x',
      3,
      'MYSQL_PASSWORD is not a setting of the service or its modules.',
    ],
    ['\uFEFFACCESS=protected', 1, 'the byte order mark hides this line. Save it as UTF-8 without.'],
    [
      '# HOST="a\nACCES=protected\nHOST="b"',
      2,
      'ACCES is not a setting of the service or its modules; did you mean ACCESS?',
    ],
    ['ACCESS protected', 1, 'a setting is written as NAME=value.'],
    ['ACCESS: protected', 1, 'a setting is written as NAME=value.'],
    ['=protected', 1, 'a setting is written as NAME=value.'],
  ])('rejects %j', (text, line, why) =>
    expect(wrongLines(text, VARIABLES)).toEqual([`.env, line ${line}: ${why}`]),
  );
});
