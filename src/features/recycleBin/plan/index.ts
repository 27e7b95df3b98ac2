export { planBin, type Recycled, recycledIn } from './recycled';
