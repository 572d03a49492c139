import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { catchError, Observable } from 'rxjs';
import { Database, type ReadServer } from '../database';
import { Replicas } from './replicas';

/**
 * Answers a request from the server that `Replicas` has chosen for it. When a replica fails
 * meanwhile, the request is carried out again, from the primary: it has only read.
 */
@Injectable()
export class ReplicaReadsInterceptor implements NestInterceptor {
  constructor(
    private readonly replicas: Replicas,
    private readonly database: Database,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const server = this.replicas.serverOf(execution.switchToHttp().getRequest<Request>());
    if (server.name === this.database.primary.name) return next.handle();
    return this.answers(server, next).pipe(
      catchError((error: unknown) => {
        if (!this.database.isUnavailable(error)) throw error;
        this.replicas.leaveOut(server);
        return this.answers(this.database.primary, next);
      }),
    );
  }

  private answers(server: ReadServer, next: CallHandler): Observable<unknown> {
    return new Observable((subscriber) =>
      this.database.readingFrom(server, () => next.handle().subscribe(subscriber)),
    );
  }
}
