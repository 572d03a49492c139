import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ZONE_RULES, ZoneRules } from './zone-rules';

/** Makes the rules of the zones injectable everywhere. */
@Global()
@Module({})
export class ZoneRulesModule {
  /** @param rules other ones than those that the service ships, as an older release of it has them */
  static forRoot(rules: ZoneRules = ZONE_RULES): DynamicModule {
    return {
      module: ZoneRulesModule,
      providers: [{ provide: ZoneRules, useValue: rules }],
      exports: [ZoneRules],
    };
  }
}
