// Owns: the ESLint plugin of the language. Its rule finds what no run can trap: JavaScript deciding on a signal while the design is built.
// It is JavaScript, because ESLint's configuration imports it directly.

/** Operators that are methods on a signal. `??` and comparisons with undefined are about whether a signal is there at all, and are fine. */
const methods = new Map(Object.entries({
  '===': 'a.eq(b)', '==': 'a.eq(b)', '!==': 'a.ne(b)', '!=': 'a.ne(b)', '<': 'a.lt(b)', '<=': 'a.le(b)', '>': 'a.gt(b)', '>=': 'a.ge(b)',
  '+': 'a.add(b)', '-': 'a.sub(b)', '&': 'a.and(b)', '|': 'a.or(b)', '^': 'a.xor(b)', '<<': 'a.shiftLeft(b)', '>>': 'a.shiftRight(b)', '>>>': 'a.shiftRight(b)',
}))
const unaryMethods = new Map(Object.entries({ '!': 'a.not()', '~': 'a.not()', '-': 'a.negate()' }))
const equality = new Set(['===', '==', '!==', '!='])
const isAbsence = node => (node.type === 'Identifier' && node.name === 'undefined') || (node.type === 'Literal' && node.value === null && node.raw === 'null')

const noSignalTruthiness = {
  meta: {
    type: 'problem',
    docs: { description: 'Signals have their value when the hardware runs: JavaScript must not test or combine them while the design is built.' },
    schema: [],
    messages: {
      test: '{{what}} tests the signal object, which is always true; a signal has its value when the hardware runs: use {{use}}',
      operator: '{{what}} runs while the design is built, and a signal has no value then: use {{use}}',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices
    if (!services?.program) throw new Error('rtl-gen/no-signal-truthiness needs types: set parserOptions.projectService')
    const checker = services.program.getTypeChecker()

    /** Everything that is hardware carries the mark `signal` of the language (value.ts). */
    const isSignal = node => {
      const type = services.getTypeAtLocation(node)
      return (type.isUnion() ? type.types : [type]).some(t => checker.getPropertiesOfType(checker.getApparentType(t)).some(p => p.escapedName.startsWith('__@signal@')))
    }
    const report = (node, messageId, what, use) => context.report({ node, messageId, data: { what, use } })
    const tested = (node, what, use) => { if (node && isSignal(node)) report(node, 'test', what, use) }
    const combined = (node, what, use, ...operands) => { if (operands.some(isSignal)) report(node, 'operator', what, use) }

    return {
      IfStatement: n => tested(n.test, 'if', 'when(a, ...)'),
      WhileStatement: n => tested(n.test, 'while', 'when(a, ...)'),
      DoWhileStatement: n => tested(n.test, 'do', 'when(a, ...)'),
      ForStatement: n => tested(n.test, 'for', 'when(a, ...)'),
      ConditionalExpression: n => tested(n.test, '?:', 'mux(a, b, c)'),
      LogicalExpression: n => { if (n.operator !== '??') tested(n.left, n.operator, n.operator === '&&' ? 'a.and(b)' : 'a.or(b)') },
      UnaryExpression: n => { if (!['typeof', 'void', 'delete'].includes(n.operator)) combined(n, n.operator, unaryMethods.get(n.operator) ?? 'a method', n.argument) },
      UpdateExpression: n => combined(n, n.operator, 'a register and a rule', n.argument),
      BinaryExpression: n => {
        if (n.operator === 'in' || n.operator === 'instanceof' || (equality.has(n.operator) && (isAbsence(n.left) || isAbsence(n.right)))) return
        combined(n, n.operator, methods.get(n.operator) ?? 'a method', n.left, n.right)
      },
      AssignmentExpression: n => { if (n.operator !== '=' && n.operator !== '??=') combined(n, n.operator, 'a method', n.left, n.right) },
      SwitchStatement: n => { if (isSignal(n.discriminant)) report(n.discriminant, 'operator', 'switch', 'match or matchSome') },
      SwitchCase: n => tested(n.test, 'case', 'when(a, ...)'),
      TemplateLiteral: n => n.expressions.filter(isSignal).forEach(e => report(e, 'operator', 'a template', 'the name of what it is about')),
      CallExpression: n => {
        const { callee, arguments: [first] } = n
        if (callee.type === 'Identifier' && ['Boolean', 'Number', 'String', 'BigInt'].includes(callee.name) && first) combined(n, `${callee.name}()`, 'a method', first)
      },
    }
  },
}

export default { meta: { name: 'rtl-gen' }, rules: { 'no-signal-truthiness': noSignalTruthiness } }
