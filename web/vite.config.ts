import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Connect, defineConfig, type Plugin } from 'vite'
import { classicVendor } from './classic-vendor.ts'

// What every page stands on travels in one file. Whatever a page alone needs stays with that page.
const own =
  'actions|address|after-paint|client|account/due|device-drafts|faults|i18n|live|page-title|pages|paths|problem-text|queries|reads|refused|region|router|session|theme|waiting'
const shell = 'account-button|bell|bottom-nav|connection|later|page-failed|places|search-entry|shell|top-bar|version'
const ui =
  'avatar|banner|brand|button|chip|class-names|confirm|dialog|format|hue|icon-button|loaded-trigger|menu|popover|progress|states|toast|tooltip'
const frame = new RegExp(`/web/src/(?:(?:${own})|shell/(?:${shell})|ui/(?:${ui}))\\.tsx?$|/kit/src/(?:client|spacing)\\.ts$`)
const course =
  /web\/src\/(?:features\/course\/(?:about|adding|course-frame|course-header|course-menu|course-pages|queries)|activity-kinds|ui\/checkbox)\.tsx?$/
const firstPage = /features\/course\/(?:activity-line|content-page|module-card|next-button|progress-side|steps|student-content)\.tsx?$/
const vendor =
  /node_modules\/(?:(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(?:query-core|react-query)|i18next|jotai|cookie|set-cookie-parser)\/|lucide-react\/dist\/esm\/(?!icons\/|lucide-react\.))/

const src = `${import.meta.dirname}/src/`
const lucide = readFileSync(fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')), 'utf8')
/** The file of an icon's module without folder and ending, else "". */
const iconOf = (id: string) => /lucide-react\/dist\/esm\/icons\/([\w-]+)\./.exec(id)?.[1] ?? ''
/** An icon has several names and one file. */
const fileOf = new Map(
  [...lucide.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\./g)].flatMap(([, names = '', file = '']) =>
    names.split(',').map((name) => [name.replace('default as', '').trim(), file] as const),
  ),
)
const firstIcons = new Set(
  globSync('**/*.{ts,tsx}', { cwd: src })
    .filter((file) => frame.test(`/web/src/${file}`) || course.test(`/web/src/${file}`) || firstPage.test(file))
    .flatMap((file) => [...readFileSync(src + file, 'utf8').matchAll(/import \{([^}]*)\} from 'lucide-react'/g)])
    .flatMap(([, names = '']) => names.split(','))
    .flatMap((name) => fileOf.get(name.trim().split(' as ')[0] ?? '') ?? []),
)

/** The gallery of components, dev.html, at /dev/ui. Only servers for development know it; the build's one entry is index.html. */
const gallery: Plugin = {
  name: 'gallery',
  configureServer: ({ middlewares }) => void middlewares.use(toGallery),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(toGallery),
}
const toGallery: Connect.NextHandleFunction = (request, _, next) => {
  if (request.url === '/dev/ui') request.url = '/dev.html'
  next()
}

const inProduction = (name: string) => fileURLToPath(import.meta.resolve(name).replace('/development/', '/production/'))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), gallery, classicVendor()],
  // The package names what is made for development, which warns at run time.
  resolve: {
    alias: ['react-router', 'react-router/dom'].map((name) => ({ find: new RegExp(`^${name}$`), replacement: inProduction(name) })),
  },
  build: {
    outDir: 'dist',
    target: ['chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 2048,
    // what index.html loads as a script must not be loaded as a module too
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => !file.includes('/vendor-')) },
    reportCompressedSize: false,
    rolldownOptions: {
      // The formula editor is an address of its own, so that any page of ours can open it in a frame.
      input: ['index.html', 'static/kityformula/kity_formula_editor.html'].map((name) => `${import.meta.dirname}/${name}`),
      output: {
        codeSplitting: {
          groups: [
            // Libraries keep their address from release to release.
            { name: 'vendor', test: vendor, priority: 10, includeDependenciesRecursively: false },
            // With the icons of the frame and of a course's page, which are loaded first.
            { name: 'frame', test: (id: string) => frame.test(id) || firstIcons.has(iconOf(id)), priority: 9 },
            // Icons that many pages show; the others stay with the page that shows them.
            {
              name: 'more-icons',
              test: (id: string) => iconOf(id) !== '' && !firstIcons.has(iconOf(id)),
              priority: 9,
              minShareCount: 3,
              includeDependenciesRecursively: false,
            },
            // One request each instead of a handful of small ones: what every page of a course shares, and what runs while something is sent.
            {
              name: 'course',
              test: course,
              includeDependenciesRecursively: false,
            },
            {
              name: 'teach',
              test: /web\/src\/features\/course\/(?:add-menu|course-changes|course-tools|header-actions|publish-chip|role-strip|wide)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'uploads',
              test: /web\/src\/(?:uploads|upload-progress|upload-state|file-rules|shell\/upload-button|features\/upload\/(?:tray|queue|uploader|blocks|resume|transport))\.tsx?$/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://localhost:8080', '/d/': 'http://localhost:8080', '/bytes': 'http://localhost:8081' } },
})
