#!/usr/bin/env node
import { keepHeapSmall } from './heap';
import { load } from './load';
import type * as Start from './start';

keepHeapSmall();
void load<typeof Start>('start').start();
