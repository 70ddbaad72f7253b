// A Vite plugin for the end of index.html: the browser fetches the page's code at once, and start-script.js runs it.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const source = readFileSync(`${import.meta.dirname}/start-script.js`, 'utf8')
  .replace(/^\s*\/\/.*\n/gm, '')
  .replace(/^\s+/gm, '')
  .trim()
/** The libraries, as classic-vendor.ts writes them, and the page's own code, which runs after them. */
const tags = /<script defer fetchpriority="high" src="([^"]+)"><\/script><script type="module" crossorigin src="([^"]+)"><\/script>/

export function startScript(): Plugin {
  return {
    name: 'start-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        if (path !== '/index.html') return html
        const [found, libraries, own] = tags.exec(html) ?? []
        if (!found || !libraries || !own) throw new Error('index.html loads its code in another way')
        const hints = `<link rel="preload" as="script" fetchpriority="high" href="${libraries}" /><link rel="modulepreload" crossorigin href="${own}" />`
        const scripts = JSON.stringify([[libraries], [own, 'module']])
        return html.replace(found, hints).replace('</body>', () => `<script>${source.replace('SCRIPTS', scripts)}</script></body>`)
      },
    },
  }
}
