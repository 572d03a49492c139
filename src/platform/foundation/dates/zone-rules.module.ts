import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ZONE_RULES, ZoneRules } from './zone-rules';

/** Provides the time zone rules globally. */
@Global()
@Module({})
export class ZoneRulesModule {
  /**
   * @param rules other rules than those of this release, such as older ones
   */
  static forRoot(rules: ZoneRules = ZONE_RULES): DynamicModule {
    return {
      module: ZoneRulesModule,
      providers: [{ provide: ZoneRules, useValue: rules }],
      exports: [ZoneRules],
    };
  }
}
