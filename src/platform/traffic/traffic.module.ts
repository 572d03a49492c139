import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerStorage } from '@nestjs/throttler';
import { Admission } from './admission';
import { ClientWindows } from './client-windows';
import { ForeignPages } from './foreign-pages';

/** Protects the service against overload and abuse. */
@Module({
  providers: [
    Admission,
    { provide: ThrottlerStorage, useFactory: () => new ClientWindows() },
    { provide: APP_GUARD, useClass: ForeignPages },
  ],
  exports: [Admission, ThrottlerStorage],
})
export class TrafficModule {}
