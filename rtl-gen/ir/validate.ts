// Owns: what makes a design well formed: every name exists and every node has the type that its operands give it.
import type { Expr } from './expr.ts'
import { sameType, showType } from './layout.ts'
import type { Constant, Design, Module } from './module.ts'
import type { Place } from './place.ts'
import { isSettable, moduleNamed, modulesOf, scopeOf } from './scope.ts'
import type { Scope } from './scope.ts'
import type { Statement, Target } from './statement.ts'
import { isGround, widthOf } from './type.ts'
import type { Type } from './type.ts'
import { allStatements, moduleExprs, postOrder, signalKey, unreachable } from './visit.ts'

/** Something that a design may not be. `width` problems can be a user's; the others are faults of whoever built the IR. */
export interface Problem { readonly rule: 'name' | 'type' | 'width' | 'shape'; readonly message: string; readonly at: Place; readonly module: string; readonly also?: readonly { readonly at: Place; readonly text: string }[] }

type Report = (rule: Problem['rule'], message: string, at: Place, also?: Problem['also']) => void

/** All problems of a design; an empty list for a well-formed one. */
export function validate(design: Design): Problem[] {
  const problems: Problem[] = []
  const known = new Set<string>()
  for (const m of design.modules) {
    const report: Report = (rule, message, at, also) => problems.push({ rule, message, at, module: m.name, ...(also === undefined ? {} : { also }) })
    if (known.has(m.name)) report('name', `two modules are named \`${m.name}\``, m.at)
    if (m.kind === 'module') {
      for (const i of m.instances) if (!known.has(i.of)) report('name', `instance \`${i.name}\` is of \`${i.of}\`, which does not stand before this module`, i.at)
    }
    known.add(m.name)
  }
  if (design.modules.at(-1)?.name !== design.top) problems.push({ rule: 'shape', message: `the top \`${design.top}\` is not the last module`, at: design.modules.at(-1)?.at ?? { file: '', line: 0, column: 0 }, module: design.top })
  for (const m of modulesOf(design)) {
    validateModule(m, design, (rule, message, at, also) => problems.push({ rule, message, at, module: m.name, ...(also === undefined ? {} : { also }) }))
  }
  return problems
}

function validateModule(m: Module, design: Design, report: Report): void {
  const scope = scopeOf(m, design)
  const domains = new Set(m.domains.map(d => d.name))
  const inDomain = (name: string, at: Place): void => { if (!domains.has(name)) report('name', `there is no clock domain \`${name}\``, at) }
  for (const p of m.ports) {
    checkType(p.type, p.at, report)
    inDomain(p.domain, p.at)
  }
  for (const w of m.wires) checkType(w.type, w.at, report)
  for (const r of m.registers) {
    checkType(r.type, r.at, report)
    inDomain(r.domain, r.at)
    if (r.reset !== null) checkConstant(r.reset, r.type, r.name, r.at, report)
    if (r.crossing !== undefined) inDomain(r.crossing.from, r.at)
  }
  for (const e of postOrder(moduleExprs(m))) checkExpr(e, scope, report)
  for (const l of m.locals) wants(l.value, l.type, `local \`${l.name}\``, l.at, report)
  for (const mem of m.memories) {
    checkType(mem.type, mem.at, report)
    if (mem.depth < 1 || mem.init.length > mem.depth) report('shape', `memory \`${mem.name}\` has ${mem.depth} words and ${mem.init.length} initial ones`, mem.at)
    if (mem.init.some(v => !fits(v, widthOf(mem.type)))) report('width', `an initial word of memory \`${mem.name}\` does not fit ${widthOf(mem.type)} bits`, mem.at)
    for (const r of mem.reads) {
      inDomain(r.domain, r.at)
      wantsUint(r.address, `the address of \`${r.data}\``, report)
      if (r.mode === 'sync') wantsBit(r.enable, `the enable of \`${r.data}\``, report)
    }
    for (const w of mem.writes) {
      inDomain(w.domain, w.at)
      wantsUint(w.address, `the write address of \`${mem.name}\``, report)
      wantsBit(w.enable, `the write enable of \`${mem.name}\``, report)
      wants(w.data, mem.type, `memory \`${mem.name}\``, w.at, report)
      if (w.lanes !== undefined) {
        wantsUint(w.lanes, `the lanes of \`${mem.name}\``, report)
        if (widthOf(mem.type) % widthOf(w.lanes.type) !== 0) report('width', `${widthOf(mem.type)} bits of \`${mem.name}\` do not divide into ${widthOf(w.lanes.type)} lanes`, w.at)
      }
    }
  }
  for (const i of m.instances) {
    const of = moduleNamed(design, i.of)
    for (const d of of?.domains ?? []) if (!domains.has(d.name)) report('name', `instance \`${i.name}\` needs clock domain \`${d.name}\``, i.at)
  }
  for (const s of allStatements(m.body)) checkStatement(s, scope, domains, report)
}

function checkStatement(s: Statement, scope: Scope, domains: ReadonlySet<string>, report: Report): void {
  switch (s.kind) {
    case 'set': {
      const declared = scope.get(signalKey(s.target))
      if (declared === undefined) return report('name', `there is no \`${signalKey(s.target)}\` to set`, s.target.at)
      if (!isSettable(declared)) return report('shape', `\`${declared.key}\` is ${declared.kind} and cannot be set`, s.at, [{ at: declared.at, text: 'declared here' }])
      const part = targetType(s.target, declared.type, report)
      if (part !== undefined && !sameType(part, s.target.type)) report('type', `the target is ${showType(part)}, not ${showType(s.target.type)}`, s.target.at)
      if (part !== undefined) wants(s.value, part, `${declared.kind} \`${declared.key}\``, s.at, report, [{ at: declared.at, text: `\`${declared.key}\` declared here as ${showType(declared.type)}` }])
      return
    }
    case 'if':
      if (s.arms.length === 0) report('shape', 'an `if` without arms', s.at)
      for (const a of s.arms) wantsBit(a.condition, 'a condition', report)
      return
    case 'match': {
      const seen = new Set<bigint>()
      if (!isGround(s.subject.type)) return report('type', `a match over ${showType(s.subject.type)}`, s.at)
      for (const v of s.arms.flatMap(a => a.values)) {
        if (seen.has(v)) report('shape', `two arms match ${v}`, s.at)
        if (!fits(v, s.subject.type.width)) report('width', `arm ${v} does not fit the ${s.subject.type.width} bits of the subject`, s.at)
        seen.add(v)
      }
      return
    }
    case 'check':
      if (!domains.has(s.domain)) report('name', `there is no clock domain \`${s.domain}\``, s.at)
      return wantsBit(s.condition, `${s.check} \`${s.label}\``, report)
    default: return unreachable(s)
  }
}

function targetType(t: Target, declared: Type, report: Report): Type | undefined {
  let type = declared
  for (const step of t.path) {
    switch (step.kind) {
      case 'field': {
        const field = type.kind === 'bundle' ? type.fields.find(f => f.name === step.field) : undefined
        if (field === undefined) return void report('name', `${showType(type)} has no field \`${step.field}\``, t.at)
        type = field.type
        break
      }
      case 'index':
        if (type.kind !== 'vec') return void report('type', `${showType(type)} has no elements`, t.at)
        wantsUint(step.index, 'an index', report)
        type = type.of
        break
      case 'slice':
        if (!isGround(type) || step.low < 0 || step.width < 1 || step.low + step.width > type.width) return void report('width', `bits ${step.low + step.width - 1}..${step.low} of ${showType(type)}`, t.at)
        type = { kind: 'uint', width: step.width }
        break
      default: return unreachable(step)
    }
  }
  return type
}

const fits = (v: bigint, width: number): boolean => v >= 0n && v >> BigInt(width) === 0n

function checkType(t: Type, at: Place, report: Report): void {
  if (isGround(t)) {
    if (!Number.isInteger(t.width) || t.width < 1) report('width', `a width of ${t.width}`, at)
    if (t.kind === 'enum' && t.members.some(m => !fits(m.value, t.width))) report('width', `a member of ${showType(t)} does not fit ${t.width} bits`, at)
  } else if (t.kind === 'vec') {
    if (!Number.isInteger(t.length) || t.length < 1) report('width', `a vector of ${t.length} elements`, at)
    checkType(t.of, at, report)
  } else {
    if (t.fields.length === 0) report('shape', `bundle \`${t.name}\` has no fields`, at)
    if (new Set(t.fields.map(f => f.name)).size !== t.fields.length) report('name', `bundle \`${t.name}\` has two fields of one name`, at)
    for (const f of t.fields) checkType(f.type, at, report)
  }
}

function checkConstant(c: Constant, t: Type, name: string, at: Place, report: Report): void {
  if (isGround(t)) {
    if (typeof c !== 'bigint' || !fits(c, t.width)) report('width', `the reset value of \`${name}\` is no pattern of ${showType(t)}`, at)
  } else if (t.kind === 'vec') {
    if (!Array.isArray(c) || c.length !== t.length) report('shape', `the reset value of \`${name}\` is no ${showType(t)}`, at)
    else for (const element of c as readonly Constant[]) checkConstant(element, t.of, name, at, report)
  } else if (typeof c !== 'object' || Array.isArray(c)) {
    report('shape', `the reset value of \`${name}\` is no ${showType(t)}`, at)
  } else {
    for (const f of t.fields) {
      const value = (c as { readonly [field: string]: Constant })[f.name]
      if (value === undefined) report('shape', `the reset value of \`${name}\` lacks field \`${f.name}\``, at)
      else checkConstant(value, f.type, name, at, report)
    }
  }
}

function wants(e: Expr, t: Type, what: string, at: Place, report: Report, also?: Problem['also']): void {
  if (sameType(e.type, t)) return
  if (isGround(e.type) && isGround(t) && e.type.width !== t.width) report('width', `the value has ${e.type.width} bits, ${what} has ${t.width}`, at, also)
  else report('type', `the value is ${showType(e.type)}, ${what} is ${showType(t)}`, at, also)
}

function wantsUint(e: Expr, what: string, report: Report): void {
  if (e.type.kind !== 'uint') report('type', `${what} is ${showType(e.type)}, a uint is wanted`, e.at)
}

function wantsBit(e: Expr, what: string, report: Report): void {
  if (e.type.kind !== 'uint') wantsUint(e, what, report)
  else if (e.type.width !== 1) report('width', `${what} has ${e.type.width} bits, 1 is wanted`, e.at)
}

/** The rules of the doc comments in expr.ts, one case a kind. Operands have been checked before. */
function checkExpr(e: Expr, scope: Scope, report: Report): void {
  const same = (a: Expr, b: Expr, what: string): void => {
    if (sameType(a.type, b.type)) return
    const also = [{ at: a.at, text: `${showType(a.type)} here` }, { at: b.at, text: `${showType(b.type)} here` }]
    if (isGround(a.type) && isGround(b.type) && a.type.width !== b.type.width) report('width', `${what} have ${a.type.width} and ${b.type.width} bits`, e.at, also)
    else report('type', `${what} are ${showType(a.type)} and ${showType(b.type)}`, e.at, also)
  }
  const is = (t: Type): void => {
    if (!sameType(e.type, t)) report(widthOf(e.type) === widthOf(t) ? 'type' : 'width', `${e.kind} is ${showType(e.type)}, its operands make it ${showType(t)}`, e.at)
  }
  const ground = (x: Expr): boolean => {
    if (!isGround(x.type)) report('type', `${e.kind} of ${showType(x.type)}`, e.at)
    return isGround(x.type)
  }
  switch (e.kind) {
    case 'literal':
      if (!fits(e.value, e.type.width)) report('width', `literal ${e.value} does not fit ${showType(e.type)}`, e.at)
      return
    case 'ref': {
      const s = scope.get(signalKey(e))
      if (s === undefined) return report('name', `there is no \`${signalKey(e)}\` to read`, e.at)
      return is(s.type)
    }
    case 'field': {
      const field = e.of.type.kind === 'bundle' ? e.of.type.fields.find(f => f.name === e.field) : undefined
      if (field === undefined) return report('name', `${showType(e.of.type)} has no field \`${e.field}\``, e.at)
      return is(field.type)
    }
    case 'index':
      wantsUint(e.index, 'an index', report)
      if (e.of.type.kind !== 'vec') return report('type', `${showType(e.of.type)} has no elements`, e.at)
      return is(e.of.type.of)
    case 'unary':
      if (!ground(e.of)) return
      return is(e.op === 'not' || e.op === 'neg' ? e.of.type : { kind: 'uint', width: 1 })
    case 'binary': {
      if (!ground(e.left) || !ground(e.right)) return
      switch (e.op) {
        case 'add': case 'sub': case 'mul': case 'div': case 'rem': case 'and': case 'or': case 'xor':
          same(e.left, e.right, `the operands of ${e.op}`)
          return is(e.left.type)
        case 'eq': case 'ne': case 'lt': case 'le': case 'gt': case 'ge':
          same(e.left, e.right, `the operands of ${e.op}`)
          if (e.left.type.kind === 'enum' && e.op !== 'eq' && e.op !== 'ne') report('type', `enums have no order: ${e.op}`, e.at)
          return is({ kind: 'uint', width: 1 })
        case 'shl': case 'shr':
          wantsUint(e.right, 'the amount of a shift', report)
          return is(e.left.type)
        default: return unreachable(e)
      }
    }
    case 'mux':
      wantsBit(e.condition, 'the condition of a mux', report)
      same(e.then, e.else, 'the values of a mux')
      return is(e.then.type)
    case 'slice':
      if (ground(e.of) && (e.low < 0 || e.low + e.type.width > widthOf(e.of.type))) report('width', `bits ${e.low + e.type.width - 1}..${e.low} of ${showType(e.of.type)}`, e.at)
      return
    case 'dynamic-slice':
      wantsUint(e.low, 'the place of a slice', report)
      ground(e.of)
      return
    case 'cat':
      if (e.parts.map(ground).every(Boolean)) is({ kind: 'uint', width: e.parts.reduce((n, p) => n + widthOf(p.type), 0) })
      return
    case 'extend':
      if (e.of.type.kind !== e.type.kind) report('type', `extend of ${showType(e.of.type)} to ${showType(e.type)}`, e.at)
      else if (widthOf(e.of.type) > e.type.width) report('width', `extend of ${showType(e.of.type)} to ${showType(e.type)}`, e.at)
      return
    case 'cast':
      if (ground(e.of) && widthOf(e.of.type) !== e.type.width) report('width', `cast of ${showType(e.of.type)} to ${showType(e.type)}`, e.at)
      return
    default: return unreachable(e)
  }
}
