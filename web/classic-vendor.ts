// A Vite plugin that turns the chunk of libraries into a classic script. Chromium stores compiled code of modules but does not use it again
// where it fetches in the background (seen in 156), so that every page compiled 400 kB anew; of classic scripts it does.
// docs/decisions/0017-libraries-are-a-script.md; tests/e2e/code-cache.test.ts fails when Chromium no longer needs it.
import { Script } from 'node:vm'
import type { Plugin } from 'vite'

/** The global constant with the exports of the libraries. */
const exportsConstant = 'window.lyceumVendor'

type Node = { start: number; end: number }
type Name = { type: string; name?: string; value?: unknown }
const nameOf = ({ type, name, value }: Name) => String(type === 'Identifier' ? name : value)
const importPath = (from: { fileName: string }) => `./${from.fileName.split('/').at(-1)}`

/** `code` with nodes replaced by the text that `textFor` returns for them; undefined leaves a node unchanged. */
function replaceNodes<N extends Node>(code: string, nodes: N[], textFor: (node: N) => string | undefined): string {
  let result = ''
  let end = 0
  for (const node of nodes) {
    const text = textFor(node)
    if (text === undefined) continue
    result += code.slice(end, node.start) + text
    end = node.end
  }
  return result + code.slice(end)
}

/** In a build the chunk `vendor` assigns its exports to a global constant, all other chunks read them there, and pages load it before their own
 *  code. Fails a build whose vendor cannot be a classic script. */
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
        const text = replaceNodes(code, body, (node) => {
          if (!('source' in node) || node.source?.value !== importPath(vendor)) return undefined
          if (node.type !== 'ImportDeclaration') this.error(`${chunk.fileName} passes on what vendor exports`)
          const names = node.specifiers.map((specifier) => {
            if (specifier.type !== 'ImportSpecifier') this.error(`${chunk.fileName} takes vendor as a whole`)
            return `${nameOf(specifier.imported as Name)}: ${specifier.local.name}`
          })
          return names.length > 0 ? `const { ${names.join(', ')} } = ${exportsConstant};` : ''
        })
        return { code: text, map: null }
      }
      // the bundler's runtime is inlined, because a script cannot import it
      const runtime = all.find(({ name }) => name === 'rolldown-runtime')
      const text = replaceNodes(code, body, (node) => {
        if (node.type === 'ImportDeclaration') {
          if (!runtime || node.source.value !== importPath(runtime)) this.error(`vendor imports ${node.source.value}`)
          return Object.values(runtime.modules)
            .map((module) => module?.code ?? '')
            .join('')
        }
        if (node.type !== 'ExportNamedDeclaration') return undefined
        const names = node.specifiers.map(({ local, exported }) => `${nameOf(exported as Name)}: ${nameOf(local as Name)}`)
        return `${exportsConstant} = { ${names.join(', ')} };`
      })
      const script = `(() => {\n${text}\n})();\n`
      new Script(script, { filename: chunk.fileName }) // throws a SyntaxError for syntax of modules
      return { code: script, map: null }
    },
    // what follows changes code whose hash is made already; the word changes with it
    augmentChunkHash: () => 'runtime of vendor 1',
    generateBundle(_, bundle) {
      const all = Object.values(bundle).filter((output) => output.type === 'chunk')
      const vendor = all.find(({ name }) => name === 'vendor')
      const runtime = all.find(({ name }) => name === 'rolldown-runtime')
      file = vendor?.fileName ?? ''
      if (!vendor || !runtime) return
      // the runtime's 600 bytes are no request of their own: pages have it from the script of the libraries
      const exported = /export\s*\{([^}]*)\};?\s*$/
      const pairs = (list: string) => list.split(',').map((pair) => pair.trim().split(/\s+as\s+/))
      const own = exported.exec(runtime.code)?.[1] ?? this.error('the bundler exports its runtime in another way')
      const fields = pairs(own).map(([local, name = local]) => `${name}:${local}`)
      vendor.code += `${exportsConstant}.runtime=(()=>{${runtime.code.replace(exported, '')};return{${fields.join()}}})();\n`
      const imported = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["'\`]\\./${runtime.fileName.split('/').at(-1)}["'\`];?`)
      for (const chunk of all) {
        chunk.code = chunk.code.replace(imported, (_, list: string) => {
          const names = pairs(list).map(([name, local = name]) => `${name}:${local}`)
          return `const{${names.join()}}=${exportsConstant}.runtime;`
        })
        if (chunk.code.includes(`/${runtime.fileName.split('/').at(-1)}`) && !chunk.code.includes('mapDeps'))
          this.error(`${chunk.fileName} imports the bundler's runtime in another way`)
      }
      delete bundle[runtime.fileName]
    },
    transformIndexHtml: {
      order: 'post',
      // before the page's own module, which runs after it, and not as modules too, which the entry's imports would be
      handler: (html) =>
        html
          .replace(/<script type="module"[^>]*(?:vendor|rolldown-runtime)-[^>]*><\/script>\s*/g, '')
          .replace('<script type="module"', `<script defer fetchpriority="high" src="/${file}"></script>$&`),
    },
  }
}
