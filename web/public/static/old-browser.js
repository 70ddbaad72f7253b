// Browsers older than Chrome 111, Safari 16.4 and Firefox 128 get a plain page. Written for any of them.
;(function () {
  if (window.CSSPropertyRule && window.CSS && CSS.supports && CSS.supports('color', 'oklch(50% 0.1 200)')) return
  var words = {
    en: ['This browser is too old for Lyceum', 'Update it, or use Chrome 111, Edge 111, Safari 16.4, Firefox 128 or newer.'],
    'zh-CN': ['此浏览器版本过旧，无法使用 Lyceum', '更新浏览器，或改用 Chrome 111、Edge 111、Safari 16.4、Firefox 128 及以上版本。'],
    'zh-TW': ['此瀏覽器版本過舊，無法使用 Lyceum', '更新瀏覽器，或改用 Chrome 111、Edge 111、Safari 16.4、Firefox 128 以上版本。'],
    th: ['เบราว์เซอร์นี้เก่าเกินไปสำหรับ Lyceum', 'อัปเดต หรือใช้ Chrome 111, Edge 111, Safari 16.4, Firefox 128 หรือใหม่กว่า'],
    id: ['Peramban ini terlalu lama untuk Lyceum', 'Perbarui, atau pakai Chrome 111, Edge 111, Safari 16.4, Firefox 128, atau yang lebih baru.'],
    ms: ['Pelayar ini terlalu lama untuk Lyceum', 'Kemas kini, atau gunakan Chrome 111, Edge 111, Safari 16.4, Firefox 128 atau yang lebih baharu.'],
  }
  var text = words[document.documentElement.lang] || words.en
  document.title = text[0] + ' · Lyceum'
  document.body.innerHTML = '<main style="max-width:36em;margin:4em auto;padding:0 1em;font:16px/1.5 sans-serif"><h1></h1><p></p></main>'
  document.getElementsByTagName('h1')[0].appendChild(document.createTextNode(text[0]))
  document.getElementsByTagName('p')[0].appendChild(document.createTextNode(text[1]))
})()
