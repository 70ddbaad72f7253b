// A Vite plugin that counts the keys of icons, which are six random letters for each line of a drawing: those of the frame are a kilobyte that
// nothing compresses.
import type { Plugin } from 'vite'

export function iconKeys(): Plugin {
  return {
    name: 'icon-keys',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler(code) {
        let line = 0
        return { code: code.replace(/key: "[a-z0-9]+"/g, () => `key: "${line++}"`).replace('__iconData.node;\n', ''), map: null }
      },
    },
  }
}
