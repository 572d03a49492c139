import { Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { ExtendedTypes } from './validation.pipe';
import { InputPipe, StrictInputPipe } from './validation.pipe';

/** Parses and validates bodies and parameters before a controller gets them. */
@Module({
  providers: [
    ExtendedTypes,
    InputPipe,
    StrictInputPipe,
    { provide: APP_PIPE, useExisting: InputPipe },
  ],
  exports: [ExtendedTypes, InputPipe, StrictInputPipe],
})
export class InputModule {}
