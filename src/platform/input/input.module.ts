import { Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { inputPipe } from './validation.pipe';

/** Bodies and parameters, read and checked before a controller sees them. */
@Module({
  providers: [{ provide: APP_PIPE, useFactory: inputPipe }],
})
export class InputModule {}
