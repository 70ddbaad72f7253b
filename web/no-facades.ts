// A Vite plugin that takes out facades: files of one line that pass on a lazily loaded module out of the file that it shares with others. Each
// would be a request of its own.
import type { Plugin } from 'vite'

/** The whole code of a facade: the names of its exports in the other file, and that file. */
const facadeCode = /^export\s*\{([^}]*)\}\s*from\s*["'`]\.\/([\w.-]+\.js)["'`];?$/
const nameIn = (fileName: string) => fileName.split('/').at(-1) ?? ''

/** Importers load the other file instead. */
export function noFacades(): Plugin {
  return {
    name: 'no-facades',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        for (const facade of chunks) {
          const [, list = '', target] = facadeCode.exec(facade.code.replace(/\/\*.*?\*\//g, '').trim()) ?? []
          if (!target) continue
          const exported = list.split(',').map((pair) => pair.trim().split(/\s+as\s+/))
          const fields = exported.map(([local, name = local]) => `${name}:m.${local}`)
          const own = nameIn(facade.fileName)
          const isStatic = new RegExp(`(?:from|import)\\s*["'\`]\\./${own}["'\`]`)
          if (chunks.some(({ code }) => isStatic.test(code))) continue
          for (const chunk of chunks) {
            if (chunk === facade || !chunk.code.includes(own)) continue
            for (const quote of ['"', "'", '`'])
              chunk.code = chunk.code.replaceAll(`import(${quote}./${own}${quote})`, `import("./${target}").then(m=>({${fields.join()}}))`)
            // what is left are the lists of files to load
            chunk.code = chunk.code.replaceAll(own, target)
          }
          delete bundle[facade.fileName]
        }
      },
    },
  }
}
