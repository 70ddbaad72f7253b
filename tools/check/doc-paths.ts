// Checks that the documents name files that exist: the links of all, and paths in `code` of those about the tree. A path may hold {a,b}, * and
// <name>; it begins at the root when its first part is a folder there, else anywhere (`prisma/schema.prisma`, `api.ts`).
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const tree = globSync('{*,{bff,deploy,docs,helm,kit,proto,runtime,services,tests,tools,web}/**}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|generated|gen|dist)$/.test(name),
}).join('\n')
const aboutTree = /^(README|services\/README|docs\/(architecture|glossary|decisions\/.*))\.md$/
/** `folder/`, `folder/name` or `name.ts`; no command, address or setting, and no generated file. */
const isPath = (code: string) =>
  /^(?!test-results|src\/generated)[\w<{*-][\w.<>{},*/-]*$/.test(code) && /\/|\.(ts|tsx|md|sql|json|csv|yaml)$/.test(code)

function exists(path: string): boolean {
  const pattern = path
    .replace(/\/$/, '')
    .replace(/[.]/g, '\\.')
    .replace(/<\w+>|\*/g, '[^/\\n]+')
    .replace(/\{([^}]+)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
  const begin = existsSync(join(root, path.split('/')[0] ?? '')) ? '^' : '(^|/)'
  return new RegExp(`${begin}${pattern}$`, 'm').test(tree)
}

const documents = ['README.md', 'services/README.md', ...globSync('docs/**/*.md', { cwd: root })]
const missing = documents.flatMap((document) =>
  readFileSync(join(root, document), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const links = [...line.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
      const paths = aboutTree.test(document) ? [...line.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code).filter(isPath) : []
      const wrong = [...links.filter((link) => !existsSync(join(root, dirname(document), link))), ...paths.filter((path) => !exists(path))]
      return wrong.map((path) => `${document}:${index + 1}: there is no ${path}`)
    }),
)
console.log(missing.length > 0 ? missing.join('\n') : `${documents.length} documents name files that exist`)
process.exitCode = missing.length > 0 ? 1 : 0
