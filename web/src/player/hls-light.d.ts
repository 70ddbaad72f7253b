// Types of hls.js/light: it has the interface of the full build but ships without types.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
