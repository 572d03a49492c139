export { PerformersModule as default } from './performers.module';
export { Performer } from './performer.entity';
export { PerformersService } from './performers.service';
