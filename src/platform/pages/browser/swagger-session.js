/**
 * Swagger UI forgets a credential with every reload, or keeps it for good: here it lives as long as
 * the tab, also in other languages.
 *
 * @param service path of the service, which has a credential of its own beside others
 */
export function swaggerSession(service) {
  const name = `credentials of ${service}`;
  // A browser may keep nothing for pages: then the credential is gone with the page.
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
          // What needs no credential does not look as if one had been given.
          isAuthorized: (isAuthorized) => (state, requirements) =>
            isAuthorized(requirements.filter((requirement) => requirement.size > 0)),
        },
      },
    },
  });
}
