export { findLogged, loggedLink, makingColumns, oncePerMakings } from './linkMaking';
export { checkLinkFilter, compileLinkFilter, filtersIn, type LinkFilter, linkPermission, simpleLink } from './links';
