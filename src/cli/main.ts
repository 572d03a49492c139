#!/usr/bin/env node
import { load } from '../load';
import type * as Run from './run';

void load<typeof Run>('cli/run').run();
