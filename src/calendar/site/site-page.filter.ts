import { type ArgumentsHost, Catch } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Problem } from '../../platform/errors';
import { html } from '../../platform/pages';
import { Database } from '../../platform/database';
import { ProblemFilter } from '../../platform/http/routing';
import { sitePage } from './layout';
import { noPage } from './record-address';
import { passwordForm } from './record-templates';
import { Visits } from './visit';

/** The statuses with texts of their own. */
const KNOWN = [400, 404, 410] as const;

/**
 * Sends errors of pages as pages to browsers, and as problem documents to programs. Of a protected record, all of
 * them get the form for its password.
 */
@Catch()
export class SitePageFilter extends ProblemFilter {
  constructor(
    database: Database,
    private readonly visits: Visits,
  ) {
    super(database);
  }

  protected override send(problem: Problem, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const isForm = problem.code.endsWith('-password-protected');
    if (isForm) {
      const isAttempt = request.method === 'POST';
      const visit = this.visits.of(request);
      response
        .status(isAttempt ? 403 : 200)
        .set('Cache-Control', isAttempt ? 'no-store' : 'no-cache')
        .send(sitePage(visit, passwordForm(visit, isAttempt)));
      return;
    }
    const seen = asSeen(problem);
    response.vary('Accept').removeHeader('Content-Type');
    if (request.accepts(['json', 'html']) !== 'html') return super.send(seen, host);
    const status = seen.getStatus();
    const visit = this.visits.of(request);
    const name = KNOWN.find((known) => known === status) ?? 'other';
    const main = html`<p>${status === 400 ? seen.message : visit.text(`error_${name}_text`)}</p>
      <p><a class="button" href="${visit.link('events/')}">${visit.text('all_events')}</a></p>`;
    response
      .status(status)
      .set({ ...seen.headers, 'Cache-Control': 'no-cache' })
      .send(sitePage(visit, { title: visit.text(`error_${name}`), main }));
  }
}

/** What visitors may not see is for them like what does not exist. */
const asSeen = (problem: Problem): Problem =>
  /-not-accessible$|^[a-z]+-not-found$|^rest-forbidden$/.test(problem.code) ? noPage() : problem;
