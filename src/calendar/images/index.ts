export { NO_IMAGE, type StoredImage, writtenImage } from './image';
export { ImageField } from './image-field';
export { Image, IMAGE_OR_FALSE } from './image-record';
export { ImageSettings, octetsOf, presentImage } from './present-image';
