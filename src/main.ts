#!/usr/bin/env node
import './compile-cache';
import { start } from './start';

void start();
