#!/usr/bin/env node
import '../compile-cache';
import { run } from './run';

void run();
