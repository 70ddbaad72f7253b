// Sources of the page as the build's own parser reads them: imports of a module, icons that it names, and the table of pages in src/pages.ts.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

type Program = ReturnType<typeof parseSync>['program']
type Statement = Program['body'][number]
type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression']

function parse(name: string, text: string) {
  const { program, module, errors } = parseSync(name, text)
  const [error] = errors
  if (error) throw new Error(`${name}: ${error.message}`)
  return { program, module }
}

export type Module = {
  /** Absolute paths of our own modules whose values it imports: at once, and by `import()`. */
  imports: string[]
  lazy: string[]
  /** Names of icons. */
  icons: string[]
}
const isSource = (from: string) => /^\..+\.tsx?$/.test(from)

/** The file and the names of an import or export of values. Types begin no chunk. */
function valuesOf(statement: Statement): { from: string; names: string[] } | undefined {
  if (statement.type === 'ImportDeclaration' && statement.importKind !== 'type')
    return {
      from: statement.source.value,
      names: statement.specifiers.flatMap((one) =>
        one.type === 'ImportSpecifier' && one.importKind !== 'type' && one.imported.type === 'Identifier' ? [one.imported.name] : [],
      ),
    }
  if ((statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportAllDeclaration') && statement.exportKind !== 'type')
    return statement.source ? { from: statement.source.value, names: [] } : undefined
  return undefined
}

const modules = new Map<string, Module>()
/** A module by its absolute path. */
export function moduleOf(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const { program, module } = parse(file, text)
  const values = program.body.flatMap((statement) => valuesOf(statement) ?? [])
  const beside = (paths: string[]) => paths.filter(isSource).map((from) => join(dirname(file), from))
  const read: Module = {
    imports: beside(values.map(({ from }) => from)),
    lazy: beside(module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1))),
    icons: values.flatMap(({ from, names }) => (from === 'lucide-react' ? names : [])),
  }
  modules.set(file, read)
  return read
}

export type PageSource = { source: string; entrance: boolean }

/** An object without what only the compiler reads of it: `{…} satisfies Record<…>`. */
function objectOf(expression: Expression | null | undefined): Extract<Expression, { type: 'ObjectExpression' }> | undefined {
  if (expression?.type === 'TSSatisfiesExpression' || expression?.type === 'TSAsExpression') return objectOf(expression.expression)
  return expression?.type === 'ObjectExpression' ? expression : undefined
}

function propertiesOf(object: ReturnType<typeof objectOf>): Map<string, Expression> {
  return new Map(
    (object?.properties ?? []).flatMap((property) => {
      // the pages of another table (`tables`)
      if (property.type === 'SpreadElement' && property.argument.type === 'Identifier' && property.argument.name === 'managementPages')
        return []
      const key = property.type === 'Property' ? property.key : undefined
      const name = key?.type === 'Identifier' ? key.name : key?.type === 'Literal' ? String(key.value) : undefined
      if (property.type !== 'Property' || property.computed || name === undefined) throw new Error('an entry without a written name')
      return [[name, property.value as Expression] as const]
    }),
  )
}

/** The module that a page's `code` loads. */
function codeOf(code: Expression): string | undefined {
  if (code.type !== 'ArrowFunctionExpression' || code.body.type !== 'ImportExpression') return undefined
  const { source } = code.body
  return source.type === 'Literal' && typeof source.value === 'string' ? source.value.replace(/^\.\//, '') : undefined
}

/** The pages of the tables that a module exports, by address: the file that `code` loads, and whether people open it from outside. An address that is
 *  neither such a page nor unbuilt is an error: it would be in no chunk, no entrance and no list of files. */
export function pagesIn(text: string, name = 'pages.ts', tables: readonly string[] = ['plainPages', 'pages']): Map<string, PageSource> {
  const found = new Map<string, PageSource>()
  for (const table of tables) {
    const declared = parse(name, text).program.body.flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
        ? statement.declaration.declarations.filter(({ id }) => id.type === 'Identifier' && id.name === table)
        : [],
    )
    const object = objectOf(declared[0]?.init)
    if (!object) throw new Error(`${name}: no table ${table}`)
    for (const [address, entry] of propertiesOf(object)) {
      const page = propertiesOf(objectOf(entry))
      if (page.has('unbuilt')) continue
      const code = page.get('code')
      const source = code && codeOf(code)
      if (!source) throw new Error(`${name}: ${address} has no code: () => import('…') that the build could read`)
      const entrance = page.get('entrance')
      found.set(address, { source, entrance: entrance?.type === 'Literal' && entrance.value === true })
    }
  }
  return found
}

const tables = { 'src/pages.ts': ['plainPages', 'pages'], 'src/management.ts': ['managementPages'] }
export const pageSources = () =>
  new Map(
    Object.entries(tables).flatMap(([file, names]) => [...pagesIn(readFileSync(join(import.meta.dirname, file), 'utf8'), file, names)]),
  )
