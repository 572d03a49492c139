import { Injectable } from '@nestjs/common';
import { Metrics, valueOrNaN } from '../../../platform/observability';
import { SeriesHorizon } from './series-horizon';

@Injectable()
export class SeriesMetrics {
  constructor(metrics: Metrics, horizon: SeriesHorizon) {
    metrics.watch(
      'calendar_series_behind',
      'Series whose events end before the horizon, counted up to 10,000; NaN while that is not known.',
      () => valueOrNaN(horizon.countBehind()),
    );
    metrics.watch(
      'calendar_series_extended_timestamp_seconds',
      'When any instance last found or extended all series up to the horizon; 0 before the first time, NaN while that is not known.',
      () => valueOrNaN(horizon.lastExtension().then((milliseconds) => milliseconds / 1000)),
    );
  }
}
