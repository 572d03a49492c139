import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columnsFor, dropColumn } from '../../platform/storage/database';

const RECORDS = ['events', 'venues', 'organizers'];

/** Adds the column for dimensions and sizes of images. */
export class AddImageDetails1790000000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = { ...columnsFor(runner).longText('image_details'), isNullable: true };
    for (const table of RECORDS) await addColumn(runner, table, column);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of RECORDS) await dropColumn(runner, table, 'image_details');
  }
}
