import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** What categories and tags have in common. */
export abstract class Term {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ length: 500 })
  name: string;

  /** The name in lower case: by it terms are ordered, and told apart in any case. */
  @Column({ length: 500 })
  name_key: string;

  @Column({ length: 200 })
  slug: string;

  @Column('text')
  description: string;
}
