/**
 * Rules of this project that oxlint does not have.
 * `no-pairs` refuses `const [a, b] = [x, y]`: each variable is declared beside its value.
 */
export default {
  meta: { name: 'dueline' },
  rules: {
    'no-pairs': {
      create: (context) => ({
        VariableDeclarator(node) {
          if (node.id.type === 'ArrayPattern' && node.init?.type === 'ArrayExpression')
            context.report({ node, message: 'Declare each variable beside its value.' });
        },
      }),
    },
  },
};
