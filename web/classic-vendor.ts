// The libraries as a classic script. Chromium keeps the compiled code of modules but does not take it up again where it fetches in the background
// (seen in 156), so that every page compiled 400 kB anew; of classic scripts it does. docs/decisions/0017-libraries-are-a-script.md.
import { Script } from 'node:vm'
import type { Plugin } from 'vite'

/** The global constant that holds what the libraries export. */
const known = 'window.lyceumVendor'

type Node = { start: number; end: number }
type Name = { type: string; name?: string; value?: unknown }
const nameOf = ({ type, name, value }: Name) => String(type === 'Identifier' ? name : value)
const imported = (from: { fileName: string }) => `./${from.fileName.split('/').at(-1)}`

/** `code` with what `by` has to put in the place of a node. */
function replaced<N extends Node>(code: string, nodes: N[], by: (node: N) => string | undefined): string {
  let result = ''
  let at = 0
  for (const node of nodes) {
    const text = by(node)
    if (text === undefined) continue
    result += code.slice(at, node.start) + text
    at = node.end
  }
  return result + code.slice(at)
}

/** In a build the chunk `vendor` puts its exports into a global constant, where all other chunks take them, and pages load it before their own code.
 *  Fails a build whose vendor could not be a classic script. */
export function classicVendor(): Plugin {
  let file = ''
  return {
    name: 'classic-vendor',
    apply: 'build',
    renderChunk(code, chunk, _, { chunks }) {
      const all = Object.values(chunks)
      const vendor = all.find(({ name }) => name === 'vendor')
      if (!vendor) this.error('there is no chunk named vendor')
      const { body } = this.parse(code)
      if (chunk.name !== 'vendor') {
        const text = replaced(code, body, (node) => {
          if (!('source' in node) || node.source?.value !== imported(vendor)) return undefined
          if (node.type !== 'ImportDeclaration') this.error(`${chunk.fileName} passes on what vendor exports`)
          const names = node.specifiers.map((one) => {
            if (one.type !== 'ImportSpecifier') this.error(`${chunk.fileName} takes vendor as a whole`)
            return `${nameOf(one.imported as Name)}: ${one.local.name}`
          })
          return names.length > 0 ? `const { ${names.join(', ')} } = ${known};` : ''
        })
        return { code: text, map: null }
      }
      // what the bundler joins files with comes along: a script cannot import it
      const runtime = all.find(({ name }) => name === 'rolldown-runtime')
      const text = replaced(code, body, (node) => {
        if (node.type === 'ImportDeclaration') {
          if (!runtime || node.source.value !== imported(runtime)) this.error(`vendor imports ${node.source.value}`)
          return Object.values(runtime.modules)
            .map((module) => module?.code ?? '')
            .join('')
        }
        if (node.type !== 'ExportNamedDeclaration') return undefined
        const names = node.specifiers.map(({ local, exported }) => `${nameOf(exported as Name)}: ${nameOf(local as Name)}`)
        return `${known} = { ${names.join(', ')} };`
      })
      const script = `(() => {\n${text}\n})();\n`
      new Script(script, { filename: chunk.fileName }) // throws a SyntaxError at what only modules may say
      return { code: script, map: null }
    },
    generateBundle(_, bundle) {
      file = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === 'vendor')?.fileName ?? ''
    },
    transformIndexHtml: {
      order: 'post',
      // before the page's own code, which waits for it
      handler: (html) => html.replace('<script type="module"', `<script defer fetchpriority="high" src="/${file}"></script>$&`),
    },
  }
}
