import { Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { inputPipe } from './validation.pipe';

/** Parses and validates bodies and parameters before a controller gets them. */
@Module({
  providers: [{ provide: APP_PIPE, useFactory: inputPipe }],
})
export class InputModule {}
