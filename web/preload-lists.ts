// A Vite plugin that takes the list of files that pages preload out of the frame: 10 kB of names that the first page does not need. A person's first
// movement or key loads it; a page opened before it is there loads its files as they import each other.
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const lists = /const __vite__mapDeps=\(i,m=__vite__mapDeps,d=\(m\.f\|\|\(m\.f=(\[[^\]]*\])\)\)\)=>i\.map\(i=>d\[i\]\);/

export function preloadLists(): Plugin {
  return {
    name: 'preload-lists',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const frame = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === 'frame' && lists.test(output.code))
        if (frame?.type !== 'chunk') this.error('the frame has no list of files to preload, or another way of keeping it')
        frame.code = frame.code.replace(lists, (_, list: string) => {
          // styles are waited for, other files only come sooner
          const styles = Object.fromEntries(
            (JSON.parse(list) as string[]).flatMap((file, i) => (file.endsWith('.css') ? [[i, [file]]] : [])),
          )
          const source = `export default ${list}\n`
          const name = `preload-lists-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
          this.emitFile({ type: 'asset', fileName: `assets/${name}`, source })
          return [
            `const __vite__mapDeps=(i,m=__vite__mapDeps)=>i.flatMap(i=>m.f?.[i]??(${JSON.stringify(styles)})[i]??[]);`,
            `for(const event of["pointerover","keydown"])addEventListener(event,()=>import("./${name}").then(m=>{__vite__mapDeps.f=m.default},()=>{}),{once:true,passive:true});`,
          ].join('')
        })
      },
    },
  }
}
