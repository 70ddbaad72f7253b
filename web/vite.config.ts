// The page's build and development server.
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Connect, defineConfig, type Plugin } from 'vite'
import { chunks } from './chunks.ts'
import { classicVendor } from './classic-vendor.ts'
import { iconKeys } from './icon-keys.ts'
import { noFacades } from './no-facades.ts'
import { preloadLists } from './preload-lists.ts'
import { startScript } from './start-script.ts'

const libraries =
  /node_modules\/(?:(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(?:query-core|react-query)|i18next|jotai|cookie|set-cookie-parser)\/|lucide-react\/dist\/esm\/(?!icons\/|lucide-react\.))/

const { frame, course, teach, controls, signIn, notices, home, later, icons } = chunks()
/** The file of an icon's module without folder and ending, else "". */
const iconOf = (id: string) => /lucide-react\/dist\/esm\/icons\/([\w-]+)\./.exec(id)?.[1] ?? ''

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
  plugins: [react(), tailwindcss(), gallery, iconKeys(), classicVendor(), startScript(), noFacades(), preloadLists()],
  // The package's default is its development build, which warns at run time.
  resolve: {
    alias: ['react-router', 'react-router/dom'].map((name) => ({ find: new RegExp(`^${name}$`), replacement: inProduction(name) })),
  },
  // a worker loads only the reader that it needs
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: ['chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 2048,
    // the libraries and the bundler's runtime, which index.html loads as a script, must not be loaded as modules too
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !/\/(?:vendor|rolldown-runtime)-/.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // The formula editor has an address of its own, so that any page of the product can open it in a frame.
      input: ['index.html', 'static/kityformula/kity_formula_editor.html'].map((name) => `${import.meta.dirname}/${name}`),
      output: {
        codeSplitting: {
          groups: [
            // Libraries keep their address from release to release.
            { name: 'vendor', test: libraries, priority: 10, includeDependenciesRecursively: false },
            {
              name: 'frame',
              test: (id: string) => frame.has(id) || /\/kit\/src\/(?:client|spacing)\.ts$/.test(id) || icons.frame.has(iconOf(id)),
              priority: 9,
            },
            // Icons that several pages show; the others stay with their page.
            {
              name: 'more-icons',
              test: (id: string) => iconOf(id) !== '' && !Object.values(icons).some((set) => set.has(iconOf(id))),
              priority: 9,
              minShareCount: 3,
              includeDependenciesRecursively: false,
            },
            // One request each instead of several small ones: what the frame begins after the first paint, the start page, what a course's pages
            // share, and the parts of uploads.
            {
              name: 'later',
              test: (id: string) => later.has(id) || /\/kit\/src\/recent\.ts$/.test(id),
              includeDependenciesRecursively: false,
            },
            {
              name: 'home',
              test: (id: string) => home.has(id),
              includeDependenciesRecursively: false,
            },
            {
              name: 'notices',
              test: (id: string) => notices.has(id),
              includeDependenciesRecursively: false,
            },
            {
              name: 'course',
              test: (id: string) => course.has(id),
              includeDependenciesRecursively: false,
            },
            {
              name: 'teach',
              test: (id: string) => teach.has(id),
              includeDependenciesRecursively: false,
            },
            {
              name: 'controls',
              test: (id: string) => controls.has(id) || icons.controls.has(iconOf(id)),
              includeDependenciesRecursively: false,
            },
            {
              name: 'sign-in',
              test: (id: string) => signIn.has(id) || icons.signIn.has(iconOf(id)),
              includeDependenciesRecursively: false,
            },
            {
              name: 'drag',
              test: /node_modules\/@atlaskit\/pragmatic|node_modules\/(?:raf-schd|bind-event-listener|@babel\/runtime)|web\/src\/ui\/order\/sortable-drag\.ts$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'uploads',
              test: /web\/src\/(?:parts\/base\/uploads\/(?:uploads|upload-progress|file-rules|queue|uploader|blocks|resume|transport)|shell\/upload-button)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://localhost:8080', '/d/': 'http://localhost:8080', '/bytes': 'http://localhost:8081' } },
})
