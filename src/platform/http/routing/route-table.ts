import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, HttpAdapterHost, MetadataScanner } from '@nestjs/core';
import type { Application, RequestHandler } from 'express';
import { Settings } from '../../config';
import { Problem } from '../../errors';
import { methodOf, pathsOf } from '../../modules';

/** The path of controllers outside of the namespace of the interface; requests are mapped to it. */
export const WITHOUT_NAMESPACE = 'site';

interface Route {
  /** The path from the root of the service, with `:name` for its parameters. */
  path: string;
  pattern: RegExp;
  methods: Set<string>;
}

/** Characters with a meaning in regular expressions. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** Returns the methods, with the implied HEAD and OPTIONS. */
function withReads(methods: Set<string>): string[] {
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size > 0) methods.add('OPTIONS');
  return [...methods];
}

/**
 * The methods of all paths: of the controllers, read from their decorators, and of added routes.
 */
@Injectable()
export class RouteTable implements OnModuleInit {
  private readonly routes: Route[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly settings: Settings,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    for (const { metatype, instance } of this.discovery.getControllers()) {
      if (!metatype || !instance) continue;
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name];
        const method = methodOf(handler);
        if (method === undefined) continue;
        for (const prefix of pathsOf(metatype))
          for (const path of pathsOf(handler))
            this.add(
              `${prefix === WITHOUT_NAMESPACE ? '' : this.settings.apiNamespace}/${prefix}/${path}`,
              method,
            );
      }
    }
  }

  /**
   * Adds a route without a controller and outside of the namespace. It runs at its position among
   * the middleware.
   *
   * @param path from the root of the service
   */
  get(path: string, handler: RequestHandler): void {
    this.host.httpAdapter.getInstance<Application>().get(path, handler);
    this.add(path, 'GET');
  }

  /** From the root of the service, with `:name` for their parameters. */
  get paths(): string[] {
    return this.routes.map(({ path }) => path);
  }

  /** The methods of all paths together, for `OPTIONS *` (RFC 9110 §9.3.7). */
  get methods(): string[] {
    return withReads(new Set(this.routes.flatMap(({ methods }) => [...methods])));
  }

  /**
   * Returns the methods of a path for the `Allow` header (RFC 9110 §10.2.1); empty for an unknown
   * path.
   */
  allowed(path: string): string[] {
    const methods = new Set<string>();
    for (const route of this.routes)
      if (route.pattern.test(path)) for (const method of route.methods) methods.add(method);
    return withReads(methods);
  }

  /**
   * @throws Problem 405 with `Allow` for a method that a path lacks. It prevents another route from
   * matching by mistake: `PUT /events/1.ics` looks like an update of an event
   */
  assertAllowed(method: string, path: string): void {
    const allowed = this.allowed(path);
    if (allowed.length > 0 && !allowed.includes(method))
      throw new Problem('rest-method-not-allowed', { headers: { Allow: allowed.join(', ') } });
  }

  /** @param address path from the root of the service, with `:name` for its parameters */
  private add(address: string, method: string): void {
    const path = `/${address.split('/').filter(Boolean).join('/')}`;
    let route = this.routes.find((known) => known.path === path);
    if (route === undefined) {
      const source = path
        .split('/')
        .map((segment) => {
          if (segment.startsWith('*')) return '.+';
          // The text after a parameter in its segment is its extension: `:id.csv`.
          const [parameter = ''] = /^:\w+/.exec(segment) ?? [];
          const value = parameter && (parameter === ':id' ? '\\d+' : '[^/]+');
          return value + segment.slice(parameter.length).replace(SPECIAL, '\\$&');
        })
        .join('/');
      route = { path, pattern: new RegExp(`^${source}/?$`, 'i'), methods: new Set() };
      this.routes.push(route);
    }
    route.methods.add(method);
  }
}
