import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Connect, defineConfig, type Plugin } from 'vite'

// What every page stands on travels in one file. Whatever a page alone needs stays with that page.
const own =
  'actions|address|client|device-drafts|faults|i18n|live|page-title|paths|problem-text|queries|refused|region|resume|router|session|theme|waiting'
const shell = 'account-button|bell|bottom-nav|connection|later|page-failed|places|search-entry|shell|top-bar|version'
const ui =
  'avatar|banner|brand|button|chip|class-names|confirm|course-cover|dialog|format|icon-button|loaded-trigger|menu|popover|progress|states|toast|tooltip'
const frame = new RegExp(`/web/src/(?:(?:${own})|shell/(?:${shell})|ui/(?:${ui}))\\.tsx?$|/kit/src/client\\.ts$`)
const vendor =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(?:query-core|react-query)|i18next|jotai|cookie|set-cookie-parser)\//

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), gallery],
  build: {
    outDir: 'dist',
    target: ['chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 2048,
    reportCompressedSize: false,
    rolldownOptions: {
      // The formula editor is an address of its own, so that any page of ours can open it in a frame.
      input: ['index.html', 'static/kityformula/kity_formula_editor.html'].map((name) => `${import.meta.dirname}/${name}`),
      output: {
        codeSplitting: {
          groups: [
            // Libraries keep their address from release to release.
            { name: 'vendor', test: vendor, priority: 10, includeDependenciesRecursively: false },
            // Icons that many pages show; the others stay with the page that shows them.
            { name: 'icons', test: /node_modules\/lucide-react\//, priority: 9, minShareCount: 3, includeDependenciesRecursively: false },
            { name: 'frame', test: frame },
            // One request each instead of a handful of small ones: what every page of a course shares, and what runs while something is sent.
            {
              name: 'course',
              test: /web\/src\/(?:features\/course\/(?:about|adding|course-frame|course-header|course-menu|queries)|activity-kinds|ui\/checkbox)\.tsx?$/,
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
