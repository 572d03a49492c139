import { Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { InputPipe } from './validation.pipe';

/** Parses and validates bodies and parameters before a controller gets them. */
@Module({
  providers: [InputPipe, { provide: APP_PIPE, useExisting: InputPipe }],
  exports: [InputPipe],
})
export class InputModule {}
