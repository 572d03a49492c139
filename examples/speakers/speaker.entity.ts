import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('speakers')
export class Speaker {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ length: 500 })
  name: string;

  /** The name in lower case: by it a list is ordered and searched, in any case. */
  @Column({ length: 500 })
  name_key: string;

  @Column({ length: 200 })
  slug: string;

  @Column('text')
  description: string;
}
