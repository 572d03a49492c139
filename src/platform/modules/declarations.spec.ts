import { type DynamicModule, forwardRef, Module } from '@nestjs/common';
import { DeclarationError, declarationsOf } from './declarations';
import { ServiceModule } from './service-module';

@ServiceModule({ errors: { 'b-gone': { status: 410, title: 'Gone' } } })
@Module({})
class B {}

class CreateC1 {
  up = (): Promise<void> => Promise.resolve();
  down = (): Promise<void> => Promise.resolve();
}

@ServiceModule({
  errors: { 'c-missing': { status: 404, title: 'Missing' } },
  pages: { cs: 'C_URL' },
  migrations: [CreateC1],
})
@Module({})
class C {}

@Module({ imports: [forwardRef(() => C)] })
class Dynamic {}

@ServiceModule({ errors: { 'a-gone': { status: 410, title: 'Gone' } }, i18n: '/a/i18n' })
@Module({ imports: [B, { module: Dynamic, imports: [B] }, Promise.resolve({ module: B })] })
class A {}

describe('declarationsOf', () => {
  it('collects the declarations of modules and their imports, once', () => {
    const { errors, pages, migrations, i18n } = declarationsOf([A, C]);
    expect({ pages, migrations, i18n }).toEqual({
      pages: { cs: 'C_URL' },
      migrations: [CreateC1],
      i18n: ['/a/i18n'],
    });
    // By status, then in the order of the modules.
    expect(Object.keys(errors)).toEqual(['c-missing', 'a-gone', 'b-gone']);
  });

  it('includes the declarations of a superclass', () => {
    @Module({})
    class Extended extends C {}
    expect(declarationsOf([Extended, C]).pages).toEqual({ cs: 'C_URL' });
  });

  it('collects modules that import each other once', () => {
    @Module({})
    class One {}
    const one: DynamicModule = { module: One, imports: [C] };
    const other = { module: Dynamic, imports: [forwardRef(() => one)] };
    one.imports?.push(other);
    expect(declarationsOf([one, other]).pages).toEqual({ cs: 'C_URL' });
  });

  it('returns the sorted versions of the modules', () => {
    @ServiceModule({ version: '2.0' })
    @Module({})
    class Second {}
    @ServiceModule({ version: '1.0' })
    @Module({})
    class First {}
    expect(declarationsOf([Second, First, Second]).versions).toEqual(['1.0', '2.0']);
    // Without a declared version, it is that of the package.
    expect(declarationsOf([A, B]).versions).toEqual([expect.stringMatching(/^[\w-]+@[\d.]+/)]);
  });

  it('refuses a duplicate declaration of two modules', () => {
    @ServiceModule({ errors: { 'b-gone': { status: 404, title: 'Not there' } } })
    @Module({})
    class Other {}
    expect(() => declarationsOf([A, Other])).toThrow(DeclarationError);
    expect(() => declarationsOf([A, Other])).toThrow(
      'The error code b-gone is declared by two modules: rename one.',
    );
  });
});
