/**
 * Asks for credentials in a native dialog, which traps the focus and restores it; that of Swagger UI
 * does neither (https://github.com/swagger-api/swagger-ui/issues/10706).
 */
export function swaggerDialog(words) {
  return ({ React }) => ({
    wrapComponents: {
      authorizationPopup: (Popup) => (props) => {
        const dialog = React.useRef(null);
        React.useLayoutEffect(() => {
          const element = dialog.current;
          element.showModal();
          return () => element.close();
        }, []);
        return React.createElement(
          'dialog',
          {
            ref: dialog,
            'aria-label': words.authorizations,
            onCancel: (event) => {
              event.preventDefault();
              props.authActions.showDefinitions(false);
            },
          },
          React.createElement(Popup, props),
        );
      },
    },
  });
}
