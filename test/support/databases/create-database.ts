import { createConnection } from 'mysql2/promise';

/** Creates an empty database. @returns its URL, as in `DATABASE_URL` */
export async function createDatabase(serverUrl: string): Promise<string> {
  const connection = await createConnection(serverUrl);
  await connection.query('CREATE DATABASE calendar CHARACTER SET utf8mb4');
  await connection.end();
  return `${serverUrl}/calendar`;
}
