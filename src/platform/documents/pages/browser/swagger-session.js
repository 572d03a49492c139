/**
 * Stores a credential for the session of the tab, in all languages. Swagger UI itself either
 * forgets it with every reload, or stores it permanently
 * (https://github.com/swagger-api/swagger-ui/issues/8711).
 *
 * @param service path of the service, so that each service has its own credential
 */
export function swaggerSession(service) {
  const name = `credentials of ${service}`;
  // The storage of a browser may be disabled: then the credential is lost with the page.
  const kept = () => {
    try {
      return JSON.parse(sessionStorage.getItem(name) ?? 'null');
    } catch {
      return null;
    }
  };
  const keep = (authorized) => {
    try {
      sessionStorage.setItem(name, JSON.stringify(authorized));
    } catch {
      // As above.
    }
  };
  return () => ({
    statePlugins: {
      configs: {
        wrapActions: {
          loaded: (load, system) => (payload) => {
            load(payload);
            const authorized = kept();
            if (authorized) system.authActions.restoreAuthorization({ authorized });
          },
        },
      },
      auth: {
        wrapActions: {
          persistAuthorizationIfNeeded: (persist, system) => () =>
            keep(system.authSelectors.authorized()),
        },
        wrapSelectors: {
          // Operations that need no credential must not look authorised.
          isAuthorized: (isAuthorized) => (state, requirements) =>
            isAuthorized(requirements.filter((requirement) => requirement.size > 0)),
        },
      },
    },
  });
}
