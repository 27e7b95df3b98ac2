export { findLogged, loggedLink, creatorColumns } from './linkMaking';
export { checkLinkFilter, compileLinkFilter, filtersIn, type LinkFilter, linkPermission, simpleLink } from './links';
