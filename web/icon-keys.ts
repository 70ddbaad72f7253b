// A Vite plugin that takes the keys out of icons: six random letters for each line of a drawing, which compress to nothing less. React asks for keys
// where lists change; a drawing does not, and a production build does not look.
import type { Plugin } from 'vite'

export function iconKeys(): Plugin {
  return {
    name: 'icon-keys',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler: (code) => ({ code: code.replace(/, key: "[a-z0-9]+"/g, '').replace('__iconData.node;\n', ''), map: null }),
    },
  }
}
